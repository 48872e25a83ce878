import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { DescribedPart, OrderDescription } from '../order-description.ts';
import { ContractLine, Journey, Terms } from './order-journey.tsx';

/** What was bought: flights with their times and terms, and the parts that are no journey. */
export function OrderContent({
  description,
  terms,
}: {
  description: OrderDescription;
  /** How much is said of each contract. */
  terms: 'all' | 'name' | 'none';
}) {
  const t = useTexts('orders');
  const separate = description.separateTickets ?? description.contracts.length;
  return (
    <>
      {description.slices.length > 0 && <Journey slices={description.slices} />}
      {terms === 'all' && separate > 1 && (
        <Notice tone="warn" boxed title={t('journey.contractsTitle', { count: separate })}>
          {t('journey.contracts')}
        </Notice>
      )}
      {description.contracts.map((contract, index) =>
        terms === 'all' ? (
          <Terms key={index} contract={contract} />
        ) : terms === 'name' ? (
          <ContractLine key={index} contract={contract} />
        ) : null,
      )}
      {description.parts.map((part, index) => (
        <Part key={index} part={part} whole={terms !== 'none'} />
      ))}
    </>
  );
}

function Part({ part, whole }: { part: DescribedPart; whole: boolean }) {
  return (
    <div className="order-part">
      <h3>
        <Icon name={part.icon} small /> {part.title}
      </h3>
      <dl className="order-part__facts">
        {part.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {part.members.length > 0 && (
        <ul className="order-part__members">
          {part.members.map((member, index) => (
            <li key={index}>
              <b>
                <bdi>{member.name}</bdi>
              </b>
              <Tag tone={member.tone}>{member.state}</Tag>
              {member.note && <p className="small muted">{member.note}</p>}
              {member.link && (
                <Link className="link small" to={member.link.to}>
                  {member.link.words}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {whole && part.table && (
        <table className="order-part__table">
          <caption>
            {part.table.title}
            {part.table.note && <small>{part.table.note}</small>}
          </caption>
          <thead>
            <tr>
              {part.table.columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.table.rows.map(([head, ...cells], index) => (
              <tr key={index}>
                <th scope="row">{head}</th>
                {cells.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
