import { lazyComponent } from '../../components/lazy/lazyComponent';

// Parts that load after a click; the list does not wait for them.
export const LogFilterRefusal = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogFilterRefusal,
);
export const LogMenu = lazyComponent(async () => (await import('../../chunks/logParts')).LogMenu);
export const LogPanel = lazyComponent(async () => (await import('../../chunks/logParts')).LogPanel);
export const LogSelectionBar = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogSelectionBar,
);
export const LogsSettingsPopup = lazyComponent(
  async () => (await import('../../chunks/logParts')).LogsSettingsPopup,
);
