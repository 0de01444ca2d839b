import { keyframes, styled } from 'styled-components';

const slide = keyframes`
  from { background-position: 0 0; }
  to { background-position: 100% 0; }
`;

/** In the panel's colours, which browsers do not know of: theirs is white in the dark. */
export const ProgressBar = styled.progress`
  appearance: none;
  width: 100%;
  height: ${({ theme }) => theme.spaces[2]};
  border: none;
  border-radius: ${({ theme }) => theme.borderRadius};
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral150};

  &::-webkit-progress-bar {
    background: transparent;
  }

  &::-webkit-progress-value {
    background: ${({ theme }) => theme.colors.primary600};
  }

  &::-moz-progress-bar {
    background: ${({ theme }) => theme.colors.primary600};
  }

  &:indeterminate {
    background-image: linear-gradient(0deg, ${({ theme }) => theme.colors.primary600} 0 100%);
    background-repeat: no-repeat;
    background-size: 25% 100%;

    @media (prefers-reduced-motion: no-preference) {
      animation: ${slide} 1s ease-in-out infinite alternate;
    }
  }

  &:indeterminate::-moz-progress-bar {
    background: transparent;
  }
`;
