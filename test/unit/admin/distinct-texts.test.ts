import { withDistinctTexts } from '../../../admin/src/shared/distinct-texts';

const option = (id: string, text: string) => ({ id, text });

describe('texts of options', () => {
  it('are told apart by ids where several have one', () => {
    const options = [option('a', 'News'), option('b', 'Sport'), option('c', 'News')];
    const texts = withDistinctTexts(options).map(({ text }) => text);
    expect(texts).toEqual(['News (a)', 'Sport', 'News (c)']);
  });

  it('are told apart by what marks them, as far as that does', () => {
    const options = [
      { ...option('a', 'News'), mark: 'news' },
      { ...option('b', 'News'), mark: 'news-1' },
      { ...option('c', 'Sport'), mark: 'sport' },
      { ...option('d', 'Sport'), mark: 'sport' },
      option('e', 'Sport'),
      { ...option('f', 'Art'), mark: 'art' },
    ];
    const texts = withDistinctTexts(options).map(({ text }) => text);
    expect(texts).toEqual([
      'News (news)',
      'News (news-1)',
      'Sport (c)',
      'Sport (d)',
      'Sport (e)',
      'Art',
    ]);
  });

  it('stay what they were for the one that is chosen', () => {
    const options = [option('a', 'News'), option('c', 'News')];
    const chosenAlone = withDistinctTexts(options, option('a', 'News'));
    expect(chosenAlone.map(({ text }) => text)).toEqual(['News', 'News (c)']);
    const chosenBefore = withDistinctTexts([options[0]!], option('a', 'News (a)'));
    expect(chosenBefore.map(({ text }) => text)).toEqual(['News (a)']);
  });
});
