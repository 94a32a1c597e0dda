// Finds literal colours in a stylesheet or in code.

const named =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen'.replaceAll(
    ' ',
    '|',
  );

const hex = '(?:#|%23)(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\\w-])';
const call = '\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\(\\s*(?:from\\s|[a-z-]*\\s*[\\d.])[^)]*\\)?';
const takesColour =
  /^(--.*|(.*-)?color|background.*|border.*|outline.*|.*shadow|fill|stroke|text-decoration.*|column-rule.*|.*filter|mask.*)$/;

const inCode = [
  new RegExp(`(?<=['"\`][^'"\`\\n]*)(?<![\\w&/])${hex}`, 'i'),
  new RegExp(call, 'i'),
  new RegExp(
    `(?<=\\b(?:\\w*[cC]olor|background|fill|stroke)(?:=\\{?|['"]?:)\\s*['"][^'"]*)\\b(?:${named})\\b(?!-)(?=[^'"\\n]*['"])`,
    'i',
  ),
];

/**
 * Returns the first colour in a text without comments, or null. `transparent` and `currentColor` do not
 * count.
 */
export function colourIn(kind: 'css' | 'code', source: string): string | null {
  if (kind === 'code') {
    for (const pattern of inCode) {
      const found = pattern.exec(source);
      if (found) return found[0];
    }
    return null;
  }
  const literal = new RegExp(`${hex}|${call}`, 'i');
  const name = new RegExp(`(?<![\\w-])(?:${named})(?![\\w-])`, 'i');
  for (const [address] of source.matchAll(/url\([^)]*\)/g)) {
    const found = literal.exec(address);
    if (found) return found[0];
  }
  for (const [, property = '', value = ''] of source.matchAll(
    /(?:^|[{;])\s*([\w-]+)\s*:([^;{}]+)(?=[;}])/g,
  )) {
    const found = literal.exec(value) ?? (takesColour.test(property) ? name.exec(value) : null);
    if (found) return found[0];
  }
  return null;
}
