import type { Feed } from './strapi';

/** Articles of a feed, linked to this site. */
export const List = ({ feed }: { feed: Feed }) => (
  <ul>
    {feed.items.map(({ url, title, summary, date_published: date }) => (
      <li key={url}>
        <h2>
          <a href={new URL(url).pathname}>{title}</a>
        </h2>
        <time dateTime={date}>{date.slice(0, 10)}</time>
        <p>{summary}</p>
      </li>
    ))}
  </ul>
);
