import type { ReactNode } from 'react';
import { Field } from '../../../../kit/form/Field';
import { ListInput } from '../../../../kit/form/ListInput';
import { listOf, type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  name: string;
  label: string;
  placeholder?: string | undefined;
  help: ReactNode;
  isDisabled?: boolean | undefined;
}

export function OptionTexts({ name, label, placeholder, help, isDisabled = false, ...props }: Props) {
  const { value, error, isChanged, set } = useOption(props, name);
  return (
    <Field label={label} help={help} isChanged={isChanged} error={error}>
      {(control) => (
        <ListInput
          {...control}
          placeholder={placeholder}
          disabled={isDisabled}
          value={listOf(value)}
          onChange={set}
        />
      )}
    </Field>
  );
}
