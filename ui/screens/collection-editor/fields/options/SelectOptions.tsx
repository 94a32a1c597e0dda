import { useSnapshot } from 'valtio';
import { Field } from '../../../../components/form/Field';
import { holdsMany } from '../../collectionChanges';
import type { FieldForm } from '../../collectionForm';
import { ChoicesInput } from './ChoicesInput';
import { OptionNumber } from './OptionNumber';
import css from './options.module.css';
import { type OptionProps, useOption } from './useOption';

export function SelectOptions(props: OptionProps) {
  const isMany = holdsMany(useSnapshot(props.field) as FieldForm);
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
