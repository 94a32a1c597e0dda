import * as app from '../../../state/app';
import { createSettingsForm } from '../settingsForm';
import { requiredErrors } from '../settingsRules';

/** The title of the page and the controls of collections follow as soon as it is saved. */
export function createApplicationForm() {
  return createSettingsForm({
    part: 'application',
    labels: {
      'meta.appName': 'Application name',
      'meta.appUrl': 'Application URL',
      'meta.hideControls': 'Hide collection create and edit controls',
    },
    savedText: 'Successfully saved application settings.',
    check: (values) => requiredErrors(values, ['meta.appName', 'meta.appUrl']),
    onSaved: ({ meta }) => app.adopt(meta),
  });
}
