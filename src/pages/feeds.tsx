import type { ComponentChildren } from 'preact';

import { RSS_MEDIA_TYPE } from '../feed/rss';
import type { FeedLink, Page } from './model';
import { FeedTitle, ofWords, Words } from './words';

/** The address of a feed, to be copied. */
export const FeedAddress = ({ href }: { href: string }) => (
  <a class="address" dir="ltr" href={href} type={RSS_MEDIA_TYPE}>
    {href}
  </a>
);

/** Links to a feed, one for each format. */
const FeedFormats = ({ feeds }: { feeds: FeedLink[] }) => (
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

/** Link to the page that explains feeds. */
const WhatIsAFeed = ({ page }: { page: Page }) =>
  page.subscribe === undefined ? null : (
    <p class="meta">
      <a href={page.subscribe}>
        <Words page={page} text="whatIsAFeedQuestion" />
      </a>
    </p>
  );

/** All feeds in one file. */
export const AllFeeds = ({ page, opml }: { page: Page; opml: string }) => (
  <>
    <p class="meta" {...ofWords({ page, text: 'allFeeds' })}>
      {page.texts.parts('allFeeds', {
        link: (
          <a href={opml}>
            <Words page={page} text="allFeedsLink" />
          </a>
        ),
      })}
    </p>
    <WhatIsAFeed page={page} />
  </>
);

/** What a visitor who has never heard of feeds needs to subscribe. */
export const Subscribe = ({ page, isOfAuthor }: { page: Page; isOfAuthor?: boolean }) => {
  const { texts, feeds } = page;
  const text = isOfAuthor ? 'howToSubscribeToAuthor' : 'howToSubscribe';
  const [feed] = feeds;
  if (!feed) return null;
  return (
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">
        <Words page={page} text="subscribe" />
      </h2>
      <p {...ofWords({ page, text })}>
        {texts.parts<typeof text, ComponentChildren>(text, { feed: <FeedTitle page={page} /> })}
      </p>
      <p>
        <FeedAddress href={feed.href} />
      </p>
      <FeedFormats feeds={feeds} />
      <WhatIsAFeed page={page} />
    </section>
  );
};
