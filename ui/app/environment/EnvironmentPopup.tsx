import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { Toggle } from '../../kit/form/Toggle';
import { FormPopup } from '../../kit/overlay/FormPopup';
import { type EnvironmentColour, environmentColours, longestName } from '../../model/environment';
import { messageAt } from '../../model/fieldErrors';
import * as unsaved from '../../page/forms/unsaved';
import * as environment from '../../page/session/environment';
import { host } from '../../page/session/environmentName';
import css from './EnvironmentPopup.module.css';
import { createEnvironmentForm, environmentStyle, removeEnvironment } from './environmentActs';

const colours = Object.entries(environmentColours) as [EnvironmentColour, string][];

export function EnvironmentPopup({ onClose }: { onClose: () => void }) {
  const { current } = useSnapshot(environment.state);
  const [form] = useState(createEnvironmentForm);
  const { errors } = useSnapshot(form.state);
  const { name, colour, locks } = useSnapshot(form.state.values, { sync: true });

  const renderRemove = (close: () => void) =>
    current && (
      <Button
        kind="dangerQuiet"
        onClick={async () => {
          if (await removeEnvironment()) close();
        }}
      >
        Remove
      </Button>
    );

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title={<b>Server name and lock</b>}
      submitLabel="Save"
      renderStart={renderRemove}
      onClose={onClose}
    >
      <p className="footnote">
        Kept in this browser for{' '}
        <code translate="no" className="anywhere">
          {host()}
        </code>
        . Nothing is stored on the server.
      </p>
      <Field label="Name" isRequired error={messageAt(errors, 'name')}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={longestName}
            placeholder="Production"
            autoComplete="off"
            data-autofocus
            onChange={(text) => form.set('name', text)}
          />
        )}
      </Field>
      <fieldset>
        <legend className={css.legend}>Color</legend>
        <div className={css.swatches}>
          {colours.map(([one, title]) => (
            <input
              key={one}
              type="radio"
              name="colour"
              className={css.swatch}
              style={environmentStyle(one)}
              aria-label={title}
              data-tooltip={title}
              data-tooltip-placement="bottom"
              checked={one === colour}
              onChange={() => form.set('colour', one)}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <Toggle
          label="Lock writes"
          isOn={locks}
          aria-describedby="environment-lock"
          onChange={(isOn) => form.set('locks', isOn)}
        />
        <p id="environment-lock" className="footnote">
          Every save, upload and delete asks to unlock first, for 10 minutes in this tab. Signing in and
          reading continue. This only affects this browser. Other clients can still write.
        </p>
      </div>
    </FormPopup>
  );
}
