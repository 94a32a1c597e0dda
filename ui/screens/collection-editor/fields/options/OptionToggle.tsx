import type { ReactNode } from 'react';
import { Toggle } from '../../../../components/form/Toggle';
import { InfoTip } from './InfoTip';
import css from './OptionToggle.module.css';

interface Props {
  label: string;
  tip: string;
  isOn: boolean;
  isChanged: boolean;
  onChange: (isOn: boolean) => void;
  /** Behind its sign of information. */
  children?: ReactNode;
}

export function OptionToggle({ label, tip, isOn, isChanged, onChange, children }: Props) {
  return (
    <span className={css.root}>
      <Toggle label={label} isOn={isOn} isChanged={isChanged} onChange={onChange} />
      <InfoTip label={label} text={tip} />
      {children}
    </span>
  );
}
