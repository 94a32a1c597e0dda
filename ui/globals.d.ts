declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css';

declare module '*.svg' {
  /** The file itself as a `data:` address when its name ends in `.inline.svg`; else its address beside the script. */
  const address: string;
  export default address;
}

/** The version in package.json; written in by the build. */
declare const LOWLINE_VERSION: string;
