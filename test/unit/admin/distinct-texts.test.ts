import { withDistinctTexts } from '../../../admin/src/shared/distinct-texts';

const option = (id: string, text: string) => ({ id, text });

describe('texts of options', () => {
  it('are told apart by ids where several have one', () => {
    const options = [option('a', 'News'), option('b', 'Sport'), option('c', 'News')];
    const texts = withDistinctTexts(options).map(({ text }) => text);
    expect(texts).toEqual(['News (a)', 'Sport', 'News (c)']);
  });

  it('stay what they were for the one that is chosen', () => {
    const options = [option('a', 'News'), option('c', 'News')];
    const chosenAlone = withDistinctTexts(options, option('a', 'News'));
    expect(chosenAlone.map(({ text }) => text)).toEqual(['News', 'News (c)']);
    const chosenBefore = withDistinctTexts([options[0]!], option('a', 'News (a)'));
    expect(chosenBefore.map(({ text }) => text)).toEqual(['News (a)']);
  });
});
