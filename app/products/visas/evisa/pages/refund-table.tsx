import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** The refund table as it was read on the server, stage by stage. */
export function RefundTable({
  refund,
  labelledBy,
}: {
  refund: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Id of the heading above it. */
  labelledBy: string;
}) {
  return (
    <ScrollRegion className="ev-scroll" labelledBy={labelledBy}>
      <table className="ev-table ev-table--fits">
        <thead>
          <tr>
            {refund.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {refund.rows.map(([stage, ...shares]) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              {shares.map((share, index) => (
                <td key={index}>{share}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
