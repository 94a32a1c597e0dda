import css from './ChangedMark.module.css';

/** Says that something is changed and not saved yet; `id` is for the control's `aria-describedby`. */
export function ChangedMark({ id }: { id: string }) {
  return (
    <>
      <ChangedDot />
      <ChangedText id={id} />
    </>
  );
}

// The two parts, for where a label must not hold the text.

export const ChangedDot = () => <span className={css.root} aria-hidden />;

export const ChangedText = ({ id }: { id: string }) => (
  <span id={id} hidden>
    Changed
  </span>
);
