import css from './ChangedMark.module.css';

/** Marks something as changed and not saved; `id` is for the control's `aria-describedby`. */
export function ChangedMark({ id }: { id: string }) {
  return (
    <>
      <ChangedDot />
      <ChangedText id={id} />
    </>
  );
}

// The two parts of `ChangedMark`, for a label that must not contain the text.

export const ChangedDot = () => <span className={css.root} aria-hidden />;

export const ChangedText = ({ id }: { id: string }) => (
  <span id={id} hidden>
    Changed
  </span>
);
