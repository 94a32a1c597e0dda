import X from 'lucide-react/icons/x';
import { Icon } from '../basics/Icon';
import css from './Chip.module.css';

interface ChipProps {
  children: string;
  /** 1 to 8: the colour of a choice, by its position among the choices. */
  mark?: number | undefined;
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
}

export function Chip({ children, mark, onRemove, removeLabel = `Remove ${children}` }: ChipProps) {
  return (
    <span className={css.root}>
      {mark !== undefined && <ChoiceMark mark={mark} />}
      <span className="ellipsis" translate="no">
        {children}
      </span>
      {onRemove && (
        <button type="button" className={css.remove} aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} size={12} />
        </button>
      )}
    </span>
  );
}

/** The small square that distinguishes choices. */
export function ChoiceMark({ mark }: { mark: number }) {
  return <span className={css.mark} style={{ background: `var(--choice-${mark})` }} aria-hidden />;
}
