import { fieldIcons } from '../../../components/basics/fieldIcons';
import { Icon } from '../../../components/basics/Icon';
import { fieldTypes } from '../../../model/field';
import css from './FieldTile.module.css';

/** The sign of a type of field, on its colour; a type that only a newer server knows looks like json. */
export function FieldTile({ type }: { type: string }) {
  const known = fieldTypes.find((one) => one === type) ?? 'json';
  return (
    <span className={css.root} data-type={known}>
      <Icon of={fieldIcons[known]} size={13} />
    </span>
  );
}
