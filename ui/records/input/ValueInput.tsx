import type { ComponentType, ReactNode } from 'react';
import { NumberInput } from '../../kit/form/NumberInput';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { holdsRecords } from '../../model/types/fieldTypes';
import { partsOf } from '../../model/types/geoPoint';
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
  const Input = lookOf(field).Input ?? lateInputs[field.type];
  return Input && <Input {...props} />;
}

/** The inputs of the types that only newer servers know, by type. The first table of records loads without them. */
const lateInputs: Readonly<Partial<Record<string, ComponentType<InputProps>>>> = {
  geoPoint({ control, value, onChange }) {
    const [lon = '', lat = ''] = partsOf(String(value));
    const join = (one: string, other: string) => onChange(one || other ? `${one}, ${other}` : '');
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and the field has a label
      <div className="twoColumns" role="group" aria-labelledby={`${control.id}-label`}>
        <NumberInput
          {...control}
          unit="Longitude"
          aria-label="Longitude"
          value={lon}
          onChange={(text) => join(text, lat)}
        />
        <NumberInput unit="Latitude" aria-label="Latitude" value={lat} onChange={(text) => join(lon, text)} />
      </div>
    );
  },
  password: ({ control, value, onChange }) => (
    <PasswordInput {...control} autoComplete="new-password" value={String(value)} onChange={onChange} />
  ),
};
