import { Icon } from '../../../kit/basics/Icon';
import { lookOf } from '../../../records/types/fieldLooks';
import css from './FieldTile.module.css';

/** The icon of a field type, in its colour if it has one. An unknown type of a newer server looks like json. */
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
