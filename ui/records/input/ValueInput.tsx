import type { ReactNode } from 'react';
import { holdsRecords } from '../../model/types/fieldTypes';
import type { InputProps } from '../types/fieldLook';
import { lookOf } from '../types/fieldLooks';
import { RelationInput } from '../types/RelationInput';

/** The input of a value, by the type of its field. Files have `FileInput`. */
export function ValueInput(props: InputProps): ReactNode {
  const { field, control, value, onChange } = props;
  if (holdsRecords(field)) {
    return (
      <RelationInput {...control} field={field} value={value as string | string[]} onChange={onChange} />
    );
  }
  const { Input } = lookOf(field);
  return Input && <Input {...props} />;
}
