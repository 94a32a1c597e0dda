import css from './LoadingFields.module.css';
import sections from './SettingsSection.module.css';

/** In the place of fields that are loaded; seen only when that takes over 150 ms. */
export function LoadingFields({ count = 3 }: { count?: number }) {
  return (
    <div className={sections.body}>
      <p className="visuallyHidden" role="status">
        Loading...
      </p>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <span key={place} className={css.field} aria-hidden />
      ))}
    </div>
  );
}

/** In the place of a page of settings. */
export function LoadingSection() {
  return (
    <div className={sections.root}>
      <span className={css.title} aria-hidden />
      <LoadingFields />
    </div>
  );
}
