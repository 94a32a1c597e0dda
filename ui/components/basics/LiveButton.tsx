import { Button, type ButtonSize } from './Button';
import css from './LiveButton.module.css';

interface LiveButtonProps {
  isOn: boolean;
  /** Says what a press would do. */
  tooltip: string;
  size?: ButtonSize | undefined;
  onClick: () => void;
}

/** Switches on or off that what is new comes by itself: a word and a dot, which is green while it does. */
export function LiveButton({ isOn, tooltip, size, onClick }: LiveButtonProps) {
  return (
    <Button kind="quiet" size={size} aria-pressed={isOn} data-tooltip={tooltip} onClick={onClick}>
      <span className={css.root}>Live</span>
    </Button>
  );
}
