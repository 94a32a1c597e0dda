import { lazyPart } from '../../components/lazy/lazyPart';

// Parts that come with a click; the list does not wait for them.
export const LogFilterFault = lazyPart(async () => (await import('./LogFilterFault')).LogFilterFault);
export const LogMenu = lazyPart(async () => (await import('./LogMenu')).LogMenu);
export const LogPanel = lazyPart(async () => (await import('./LogPanel')).LogPanel);
export const LogSelectionBar = lazyPart(async () => (await import('./LogSelectionBar')).LogSelectionBar);
export const LogsSettingsPopup = lazyPart(
  async () => (await import('./LogsSettingsPopup')).LogsSettingsPopup,
);
