import css from './Spinner.module.css';

/** A short line that slides while work is under way. The text beside it says what happens. */
export function Spinner() {
  return <span className={css.root} aria-hidden />;
}
