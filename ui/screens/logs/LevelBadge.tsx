import { levelName } from '../../model/log';
import css from './LevelBadge.module.css';

/** The name of a level in its colour; `text` says it otherwise. */
export function LevelBadge({ level, text = levelName(level) }: { level: number; text?: string }) {
  return (
    <span className={css.root} data-level={levelName(level)}>
      {text}
    </span>
  );
}
