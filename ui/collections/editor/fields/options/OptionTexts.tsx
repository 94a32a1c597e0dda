import type { ReactNode } from 'react';
import { Field, type FieldControl } from '../../../../kit/form/Field';
import { ListInput } from '../../../../kit/form/ListInput';
import { listOf, type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  name: string;
  label: string;
  placeholder?: string | undefined;
  help: ReactNode;
  isDisabled?: boolean | undefined;
}

/** Edits an option that is a list of texts. */
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

interface ChoicesProps extends OptionProps {
  /** The attributes of the surrounding labelled field; without it, the input has its own label. */
  control?: FieldControl | undefined;
}

/** The choices of a select. */
export function ChoicesInput({ control, ...props }: ChoicesProps) {
  const { value, error, set } = useOption(props, 'values');
  const own = {
    'aria-label': 'Choices',
    'aria-invalid': error ? true : undefined,
    'aria-required': true,
    'data-tooltip': error ?? 'Choices (comma separated)',
    'data-tooltip-delay': 700,
  } as const;
  return (
    <ListInput
      {...(control ?? own)}
      placeholder="Choices: eg. optionA, optionB"
      value={listOf(value)}
      onChange={set}
    />
  );
}
