import MarkdownIt from 'markdown-it';

import type { Block, Picture } from './strapi';

// Without the option `html`, markdown-it escapes HTML in the text.
const markdown = new MarkdownIt();

const Image = ({ url, alternativeText }: Picture) => <img src={url} alt={alternativeText ?? ''} />;

/** A part of the dynamic zone of an article. */
const BlockOf = ({ block }: { block: Block }) => {
  switch (block.__component) {
    case 'shared.rich-text':
      return <div dangerouslySetInnerHTML={{ __html: markdown.render(block.body) }} />;
    case 'shared.quote':
      return (
        <blockquote>
          <p>{block.body}</p>
          <footer>{block.title}</footer>
        </blockquote>
      );
    case 'shared.media':
      return <Image {...block.file} />;
    case 'shared.slider':
      return block.files.map((file) => <Image key={file.url} {...file} />);
  }
};

export const Blocks = ({ blocks }: { blocks: Block[] }) =>
  blocks.map((block, index) => <BlockOf key={index} block={block} />);
