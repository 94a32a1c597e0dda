import { useMemo } from 'react';
import { type ChartPoints, tableOf } from './chartPoints';

interface Props {
  label: string;
  points: ChartPoints;
  /** One for each line. */
  names: readonly string[];
}

/** The data of a chart's canvas for screen readers. */
export function ChartTable({ label, points, names }: Props) {
  const { unit, rows } = useMemo(() => tableOf(points), [points]);
  return (
    <div className="visuallyHidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{unit} (UTC)</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, counts }) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {counts.map((value, at) => (
                <td key={names[at]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
