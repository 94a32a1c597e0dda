import { useSnapshot } from 'valtio';
import { Field, type FieldControl } from '../../../../kit/form/Field';
import { ListInput } from '../../../../kit/form/ListInput';
import { holdsMany } from '../../collectionChanges';
import css from '../FieldOptions.module.css';
import { OptionNumber } from './OptionNumber';
import { listOf, type OptionProps, useOption } from './useOption';

export function SelectOptions(props: OptionProps) {
  const isMany = holdsMany(useSnapshot(props.field));
  const { error, isChanged } = useOption(props, 'values');
  return (
    <>
      <div className={css.full}>
        <Field
          label="Choices"
          isRequired
          isChanged={isChanged}
          error={error}
          help={
            <>
              Comma separated; <code translate="no">\,</code> is a comma within a choice.
            </>
          }
        >
          {(control) => <ChoicesInput {...props} control={control} />}
        </Field>
      </div>
      {isMany && <OptionNumber {...props} name="maxSelect" label="Max select" isRequired isWhole least={2} />}
    </>
  );
}

interface ChoicesProps extends OptionProps {
  /** The attributes of the labelled field around it. Without them, the input has a label of its own. */
  control?: FieldControl | undefined;
}

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
