import FilePenLine from 'lucide-react/icons/file-pen-line';
import { useEffect } from 'react';
import { CodeEditor } from '../../../components/lazy/CodeEditor';
import { Accordion } from '../../../components/page/Accordion';
import { hasUnder } from '../../../model/fieldErrors';
import { SettingField } from '../SettingField';
import css from '../SettingsSection.module.css';
import { TextSetting } from '../TextSetting';
import { useTypedSettings } from '../useTypedSettings';
import type { MailForm } from './mailForm';
import { type MailTemplateKey, templateParts, templatePath } from './mailTemplates';
import { Placeholders } from './Placeholders';

interface Props {
  settings: MailForm;
  template: MailTemplateKey;
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** One of the mails: its subject, the link in it, its body. */
export function TemplateFields({ settings, template, title, isOpen, onToggle }: Props) {
  const { errors } = useTypedSettings(settings);
  const path = templatePath(template);

  // A closed template has its mark.
  useEffect(() => {
    const stops = templateParts.map(({ key }) => settings.draw(`${path}.${key}`));
    return () => {
      for (const stop of stops) stop();
    };
  }, [settings, path]);

  return (
    <Accordion
      icon={FilePenLine}
      title={title}
      hasErrors={hasUnder(errors, path)}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <div className={css.body}>
        {templateParts.map(({ key, label, placeholders, required }) => {
          const props = {
            settings,
            path: `${path}.${key}`,
            label,
            isRequired: true,
            help: <Placeholders names={placeholders} required={required} />,
          };
          return key === 'body' ? (
            <BodySetting key={key} {...props} />
          ) : (
            <TextSetting key={key} {...props} isMono={key === 'actionUrl'} />
          );
        })}
      </div>
    </Accordion>
  );
}

function BodySetting(props: Omit<Parameters<typeof SettingField>[0], 'children'>) {
  return (
    <SettingField {...props}>
      {({ readOnly, ...control }, value) => (
        <CodeEditor
          {...control}
          language="html"
          minHeight={270}
          maxHeight={700}
          isReadOnly={readOnly}
          value={String(value ?? '')}
          onChange={(text) => props.settings.set(props.path, text)}
        />
      )}
    </SettingField>
  );
}
