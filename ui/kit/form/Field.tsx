import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { Icon } from '../basics/Icon';
import { ChangedMark } from './ChangedMark';
import css from './Field.module.css';

export interface FieldControl {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
}

interface FieldProps {
  label: string;
  /** The label is data, such as a field's name, so it is not translated. */
  hasNameAsLabel?: boolean | undefined;
  /** The label is for screen readers only, because the name is shown elsewhere. */
  isLabelHidden?: boolean | undefined;
  icon?: LucideIcon | undefined;
  isRequired?: boolean | undefined;
  /** True if the value differs from the stored one. */
  isChanged?: boolean | undefined;
  /** Follows the label, such as a badge: explains the value. */
  mark?: ReactNode;
  /** Shown at the end of the label's line, outside the label, so that it may contain a link. */
  hint?: ReactNode;
  help?: ReactNode;
  error?: string | null | undefined;
  id?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A label above its control, the error and the help below; all of them are linked to the control. */
export function Field(props: FieldProps) {
  const { label, icon, isRequired = false, isChanged = false, mark, hint, help, error, id, children } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  const errorId = error ? `${controlId}-error` : '';
  const helpId = help ? `${controlId}-help` : '';
  const hintId = typeof hint === 'string' && hint ? `${controlId}-hint` : '';
  const markId = mark ? `${controlId}-mark` : '';
  const changedId = isChanged ? `${controlId}-changed` : '';
  const described = [errorId, markId, helpId, hintId, changedId].filter(Boolean).join(' ');
  return (
    <div className={css.root}>
      <div className={props.isLabelHidden ? 'visuallyHidden' : css.line}>
        <span className="row">
          <label className={css.label} id={`${controlId}-label`} htmlFor={controlId}>
            {icon && <Icon of={icon} size={13} />}
            <span>
              <span translate={props.hasNameAsLabel ? 'no' : undefined}>{label}</span>
              {isRequired && (
                <span className={css.star} aria-hidden>
                  *
                </span>
              )}
            </span>
          </label>
          {isChanged && <ChangedMark id={changedId} />}
          {mark && <span id={markId}>{mark}</span>}
        </span>
        {hint && <span id={hintId || undefined}>{hint}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      {error && (
        <p className={css.error} id={errorId}>
          <Icon of={CircleAlert} size={13} />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <div className="subtle" id={helpId}>
          {help}
        </div>
      )}
    </div>
  );
}
