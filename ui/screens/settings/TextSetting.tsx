import { NumberInput } from '../../components/form/NumberInput';
import { TextInput } from '../../components/form/TextInput';
import { SettingField, type SettingProps } from './SettingField';

interface Props extends SettingProps {
  type?: 'text' | 'email' | 'number' | undefined;
  placeholder?: string | undefined;
  /** For addresses and other code. */
  isMono?: boolean | undefined;
}

/** A setting that is typed. */
export function TextSetting({ type = 'text', placeholder, isMono, ...props }: Props) {
  const { settings, path } = props;
  return (
    <SettingField {...props}>
      {(control, value) => {
        const common = {
          ...control,
          placeholder,
          value: String(value ?? ''),
          onChange: (text: string) => settings.set(path, text),
        };
        if (type === 'number') return <NumberInput {...common} inputMode="numeric" />;
        // No native type: the browser's own check would stand before ours, in its own language.
        return (
          <TextInput
            {...common}
            inputMode={type === 'email' ? 'email' : undefined}
            autoComplete="off"
            isMono={isMono}
          />
        );
      }}
    </SettingField>
  );
}
