import './keeping';
import './logs';

export { LogFilterRefusal } from '../screens/logs/LogFilterRefusal';
export { LogMenu } from '../screens/logs/LogMenu';
export { LogPanel } from '../screens/logs/LogPanel';
export { LogSelectionBar } from '../screens/logs/LogSelectionBar';
export { LogsSettingsPopup } from '../screens/logs/LogsSettingsPopup';
