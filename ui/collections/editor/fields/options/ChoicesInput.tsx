import type { FieldControl } from '../../../../kit/form/Field';
import { ListInput } from '../../../../kit/form/ListInput';
import { listOf, type OptionProps, useOption } from './useOption';

interface Props extends OptionProps {
  /** The attributes of the surrounding labelled field; without it, the input has its own label. */
  control?: FieldControl | undefined;
}

/** The choices of a select. */
export function ChoicesInput({ control, ...props }: Props) {
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
