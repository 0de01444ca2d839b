import type { FeedLink } from './model';

/** Links to a feed, one for each format. */
export const FeedFormats = ({ feeds }: { feeds: FeedLink[] }) => (
  <ul class="tags">
    {feeds.map(({ href, type, label }) => (
      <li key={href}>
        <a href={href} type={type}>
          {label}
        </a>
      </li>
    ))}
  </ul>
);

/** What a visitor who has never heard of feeds needs to subscribe. */
export const Subscribe = ({ feeds }: { feeds: FeedLink[] }) => {
  const [feed] = feeds;
  if (!feed) return null;
  return (
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">Subscribe</h2>
      <p>
        Copy this address into a feed reader, and new articles in {feed.title} come to you by
        themselves:
      </p>
      <p>
        <a class="address" href={feed.href} type={feed.type}>
          {feed.href}
        </a>
      </p>
      <FeedFormats feeds={feeds} />
    </section>
  );
};
