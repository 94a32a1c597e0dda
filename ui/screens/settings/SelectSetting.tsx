import { Select, type SelectOption } from '../../components/form/Select';
import { SettingField, type SettingProps } from './SettingField';

interface Props extends SettingProps {
  options: readonly SelectOption[];
  /** The option that stands for what the settings hold, and the other way round. */
  textOf: (value: unknown) => string;
  settingOf: (text: string) => unknown;
}

/** A setting that is one of a few. */
export function SelectSetting({ options, textOf, settingOf, ...props }: Props) {
  const { settings, path } = props;
  return (
    <SettingField {...props}>
      {({ readOnly, ...control }, value) => (
        <Select
          {...control}
          options={options}
          isRequired
          isDisabled={readOnly}
          value={textOf(value)}
          onChange={(text) => settings.set(path, settingOf(text))}
        />
      )}
    </SettingField>
  );
}
