import { lazyComponent } from '../../components/lazy/lazyComponent';

// Parts that load after a click; the list does not wait for them.
export const LogFilterFault = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogFilterFault,
);
export const LogMenu = lazyComponent(async () => (await import('../../chunks/logParts')).LogMenu);
export const LogPanel = lazyComponent(async () => (await import('../../chunks/logParts')).LogPanel);
export const LogSelectionBar = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogSelectionBar,
);
export const LogsSettingsPopup = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogsSettingsPopup,
);
