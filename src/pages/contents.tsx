import type { ContentPage, Heading } from './model';
import { ofWords, Written } from './words';

/** Minutes an article takes, and headings it has, from which on it shows its contents. */
const LONG = 4;
const MANY = 3;

/** Entries from which on only the first level is shown, and at most. */
const TOO_MANY = 50;
const MAXIMUM = 100;

interface Part {
  heading: Heading;
  parts: Heading[];
}

/** Headings of the first level, each with those of the second level below it. */
const group = (headings: Heading[]): Part[] => {
  const groups: Part[] = [];
  for (const heading of headings) {
    const last = groups.at(-1);
    if (heading.level === 3 && last?.heading.level === 2) last.parts.push(heading);
    else groups.push({ heading, parts: [] });
  }
  return groups;
};

/** What a table of contents lists; nothing for a short article. */
const toContents = (headings: Heading[], minutes: number): Part[] => {
  const listed = headings.filter(({ level }) => level <= 3);
  if (minutes < LONG || listed.length < MANY) return [];
  const shown = listed.length > TOO_MANY ? listed.filter(({ level }) => level === 2) : listed;
  return group(shown.slice(0, MAXIMUM));
};

const HeadingLink = ({ page, heading: { id, text } }: { page: ContentPage; heading: Heading }) => (
  <a href={`#${id}`}>
    <Written page={page}>{text}</Written>
  </a>
);

/** The table of contents of a long article. */
export const Contents = ({ page, minutes }: { page: ContentPage; minutes: number }) => {
  const groups = toContents(page.headings, minutes);
  if (groups.length === 0) return null;
  return (
    <nav class="contents" aria-labelledby="contents">
      <h2 id="contents" {...ofWords({ page, text: 'contents' })}>
        {page.texts.say('contents')}
      </h2>
      <ol>
        {groups.map(({ heading, parts }) => (
          <li key={heading.id}>
            <HeadingLink page={page} heading={heading} />
            {parts.length > 0 && (
              <ol>
                {parts.map((part) => (
                  <li key={part.id}>
                    <HeadingLink page={page} heading={part} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
