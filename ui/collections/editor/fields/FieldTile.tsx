import { Icon } from '../../../kit/basics/Icon';
import { lookOf } from '../../../records/types/fieldLooks';
import css from './FieldTile.module.css';

/** A type that only newer servers know looks like json. */
export function FieldTile({ type }: { type: string }) {
  return (
    <span
      className={css.root}
      style={{
        background: `var(--field-${type}-tint, var(--field-json-tint))`,
        color: `var(--field-${type}, var(--field-json))`,
      }}
    >
      <Icon of={lookOf({ type }).icon} size={13} />
    </span>
  );
}
