import { Button, type ButtonSize } from './Button';
import { joinClasses } from './joinClasses';
import css from './LiveButton.module.css';

interface LiveButtonProps {
  isOn: boolean;
  tooltip: string;
  size?: ButtonSize | undefined;
  onClick: () => void;
}

/** Switches live updates on or off: a word and a dot, which is green while they are on. */
export function LiveButton({ isOn, tooltip, size, onClick }: LiveButtonProps) {
  return (
    <Button kind="quiet" size={size} aria-pressed={isOn} data-tooltip={tooltip} onClick={onClick}>
      <span className={css.root}>Live</span>
    </Button>
  );
}

/** The same word and green dot as a sign, where the button has no room. */
export function LiveSign() {
  return <span className={joinClasses(css.root, css.sign)}>Live</span>;
}
