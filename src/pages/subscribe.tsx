import type { ComponentChildren } from 'preact';
import type { FeedLink, Page, SubscribePage } from './model';
import { FeedTitle, inLanguage, inLanguageOfText, PageText } from './words';
import { renderDocument } from './document';

/** The address of a feed in the default format, to copy. */
const FeedAddress = ({ page, href }: { page: Page; href: string }) => (
  <a class="address" dir="ltr" href={href} type={page.feeds[0]?.type}>
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

/** Link to the page that explains feeds, on any other page. */
const WhatIsAFeed = ({ page }: { page: Page }) =>
  page.subscribe === undefined || page.subscribe === page.canonical ? null : (
    <p class="meta">
      <a href={page.subscribe}>
        <PageText page={page} text="whatIsAFeedQuestion" />
      </a>
    </p>
  );

/** Link to a file with all feeds. */
export const AllFeeds = ({ page, opml }: { page: Page; opml: string }) => (
  <>
    <p class="meta" {...inLanguageOfText(page, 'allFeeds')}>
      {page.texts.parts('allFeeds', {
        link: (
          <a href={opml}>
            <PageText page={page} text="allFeedsLink" />
          </a>
        ),
      })}
    </p>
    <WhatIsAFeed page={page} />
  </>
);

/** What a visitor who has never heard of feeds needs to know to subscribe. */
export const Subscribe = ({ page, isOfAuthor }: { page: Page; isOfAuthor?: boolean }) => {
  const { texts, feeds } = page;
  const text = isOfAuthor ? 'howToSubscribeToAuthor' : 'howToSubscribe';
  const [feed] = feeds;
  if (!feed) return null;
  return (
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">
        <PageText page={page} text="subscribe" />
      </h2>
      <p {...inLanguageOfText(page, text)}>
        {texts.parts<typeof text, ComponentChildren>(text, { feed: <FeedTitle page={page} /> })}
      </p>
      <p>
        <FeedAddress page={page} href={feed.href} />
      </p>
      <FeedFormats feeds={feeds} />
      <WhatIsAFeed page={page} />
    </section>
  );
};

/** Feed readers on the web, each with the address at which it subscribes to a feed. */
const READERS: [name: string, address: (feedUrl: string) => string][] = [
  ['Feedly', (feedUrl) => `https://feedly.com/i/subscription/feed%2F${feedUrl}`],
  ['Inoreader', (feedUrl) => `https://www.inoreader.com/?add_feed=${feedUrl}`],
  ['NewsBlur', (feedUrl) => `https://www.newsblur.com/?url=${feedUrl}`],
  ['Feedbin', (feedUrl) => `https://feedbin.com/?subscribe=${feedUrl}`],
  ['The Old Reader', (feedUrl) => `https://theoldreader.com/feeds/subscribe?url=${feedUrl}`],
];

/**
 * Address that opens the feed reader on the visitor's device. Readers know this form of the scheme. The other form,
 * `feed:https://…`, is no valid address of a link (URL Standard, "URL writing").
 */
const toFeedScheme = (feedUrl: string): string => feedUrl.replace(/^https?:/, 'feed:');

/** Ways to subscribe to a feed without copying its address. */
const Readers = ({ page, feedUrl }: { page: SubscribePage; feedUrl: string }) => (
  <ul class="tags">
    {READERS.map(([name, address]) => (
      <li key={name}>
        <a href={address(encodeURIComponent(feedUrl))} rel="nofollow noreferrer">
          <bdi>{name}</bdi>
        </a>
      </li>
    ))}
    <li>
      <a href={toFeedScheme(feedUrl)}>
        <PageText page={page} text="readerOnDevice" />
      </a>
    </li>
  </ul>
);

const Explanation = ({ page }: { page: SubscribePage }) => {
  const { texts, subscriptions } = page;
  const feedUrl = page.feeds[0]?.href;
  return (
    <>
      <h1 {...inLanguage(page, page.titleLanguage)}>{page.title}</h1>
      <p {...inLanguageOfText(page, 'whatIsAFeed')}>{texts.say('whatIsAFeed')}</p>
      {feedUrl !== undefined && (
        <>
          <p {...inLanguageOfText(page, 'followWith')}>
            {texts.parts('followWith', { feed: <FeedTitle page={page} /> })}
          </p>
          <Readers page={page} feedUrl={feedUrl} />
        </>
      )}
      <h2>
        <PageText page={page} text="everyFeed" />
      </h2>
      <ul class="entries">
        {subscriptions.map((subscription) => (
          <li key={subscription.feedUrl}>
            <h3 dir="auto">{subscription.title}</h3>
            <p>
              <FeedAddress page={page} href={subscription.feedUrl} />
            </p>
          </li>
        ))}
      </ul>
      <AllFeeds page={page} opml={page.opml} />
    </>
  );
};

/** Renders the page that explains feeds and lists them all. */
export const renderSubscribe = (page: SubscribePage): string =>
  renderDocument({ name: 'subscribe', page, Content: Explanation });
