import { levelName, logLevels } from '../model/log';
import css from './LevelBadge.module.css';

export function LevelBadge({ level, text = levelName(level) }: { level: number; text?: string }) {
  const colours = levelColours(level);
  return (
    <span className={css.root} style={{ background: `var(${colours.tint})`, color: `var(${colours.text})` }}>
      {text}
    </span>
  );
}

/** The tokens of a level's colours; a level without a name looks like DEBUG. */
export function levelColours(level: number): { text: string; tint: string } {
  const { name } = logLevels.find((known) => known.level === level) ?? { name: 'DEBUG' };
  const text = `--level-${name.toLowerCase()}`;
  return { text, tint: `${text}-tint` };
}
