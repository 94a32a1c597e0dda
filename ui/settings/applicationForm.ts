import * as app from '../page/pageTitle';
import { createSettingsForm } from './settingsForm';
import { requiredErrors } from './settingsRules';

/** The settings of the application. A save updates the page title and the collection controls at once. */
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
    onSaved: ({ meta }) => app.setMeta(meta),
  });
}
