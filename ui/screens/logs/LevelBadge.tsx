import { Badge, type BadgeKind } from '../../components/basics/Badge';
import { levelName } from '../../model/log';

const kinds: Readonly<Record<string, BadgeKind>> = { INFO: 'info', WARN: 'warning', ERROR: 'danger' };

/** The name of a level in its colour; `text` says it otherwise. */
export function LevelBadge({ level, text = levelName(level) }: { level: number; text?: string }) {
  return <Badge kind={kinds[levelName(level)] ?? 'neutral'}>{text}</Badge>;
}
