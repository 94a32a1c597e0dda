import css from './Spinner.module.css';

/** A short low line that slides: something is under way. The words beside it say what. */
export function Spinner() {
  return <span className={css.root} aria-hidden />;
}
