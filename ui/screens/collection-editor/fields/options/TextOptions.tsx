import { Field } from '../../../../components/form/Field';
import { TextInput } from '../../../../components/form/TextInput';
import { OptionNumber } from './OptionNumber';
import css from './options.module.css';
import { type OptionProps, useOption } from './useOption';

export function TextOptions(props: OptionProps) {
  const pattern = useOption(props, 'pattern');
  return (
    <>
      <OptionNumber {...props} name="min" label="Min length" placeholder="No min limit" />
      <OptionNumber {...props} name="max" label="Max length" placeholder="No max limit" />
      <div className={css.full}>
        <Field
          label="Regex pattern"
          isChanged={pattern.isChanged}
          error={pattern.error}
          help="Go regular expression."
        >
          {(control) => (
            <TextInput
              {...control}
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder="eg. ^[a-z0-9]+$"
              value={String(pattern.value ?? '')}
              onChange={pattern.set}
            />
          )}
        </Field>
      </div>
    </>
  );
}
