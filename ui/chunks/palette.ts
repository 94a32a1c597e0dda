import './panels';

export { EnvironmentPopup } from '../shell/environment/EnvironmentPopup';
export { Palette } from '../shell/palette/Palette';
export { ShortcutsPopup } from '../shell/palette/ShortcutsPopup';
