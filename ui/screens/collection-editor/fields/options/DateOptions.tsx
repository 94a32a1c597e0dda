import { DateInput } from '../../../../components/form/DateInput';
import { Field } from '../../../../components/form/Field';
import { type OptionProps, useOption } from './useOption';

export function DateOptions(props: OptionProps) {
  return (
    <>
      <OptionDate {...props} name="min" label="Min date" />
      <OptionDate {...props} name="max" label="Max date" />
    </>
  );
}

function OptionDate({ name, label, ...props }: OptionProps & { name: string; label: string }) {
  const { value, error, isChanged, set } = useOption(props, name);
  return (
    <Field label={label} isChanged={isChanged} hint="UTC" error={error}>
      {(control) => <DateInput {...control} value={String(value ?? '')} onChange={set} />}
    </Field>
  );
}
