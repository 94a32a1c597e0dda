import { fieldIcons } from '../../../kit/basics/fieldIcons';
import { Icon } from '../../../kit/basics/Icon';
import { shownTypeOf } from '../../../model/types/fieldTypes';
import css from './FieldTile.module.css';

/** The icon of a field type, in its colour. An unknown type of a newer server looks like json. */
export function FieldTile({ type }: { type: string }) {
  const known = shownTypeOf({ type });
  return (
    <span
      className={css.root}
      style={{ background: `var(--field-${known}-tint)`, color: `var(--field-${known})` }}
    >
      <Icon of={fieldIcons[known]} size={13} />
    </span>
  );
}
