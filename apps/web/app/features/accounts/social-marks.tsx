import type { SocialNetworkName } from '@parley/contract'
import type { ReactNode } from 'react'

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Each network's name and a recognisable drawing of its logo in one colour. */
export const SOCIAL_MARKS: Record<SocialNetworkName, { name: string; drawing: ReactNode }> = {
  google: {
    name: 'Google',
    drawing: <path {...line} d="M20 12h-8M20 12a8 8 0 1 1-2.6-5.9" />,
  },
  facebook: {
    name: 'Facebook',
    drawing: <path {...line} d="M16.5 4H15a4 4 0 0 0-4 4v13M7.5 12H15" />,
  },
  instagram: {
    name: 'Instagram',
    drawing: (
      <g {...line}>
        <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
        <circle cx="12" cy="12" r="3.8" />
        <path d="M16.9 7.1h.01" />
      </g>
    ),
  },
  twitter: {
    name: 'X (Twitter)',
    drawing: <path {...line} d="M5 4.5 19 19.5M19 4.5 5 19.5" />,
  },
  linkedin: {
    name: 'LinkedIn',
    drawing: (
      <g {...line}>
        <path d="M6 10v9M6 5.2h.01M11 19v-9M11 14a3.6 3.6 0 0 1 7.2 0v5" />
      </g>
    ),
  },
  snapchat: {
    name: 'Snapchat',
    drawing: (
      <path
        {...line}
        d="M7.5 10V8.5a4.5 4.5 0 0 1 9 0V10l2 1-2 1.2c.5 2.2 1.900 3.300 3.500 3.800-1 1.300-2.400 1-3.300 1.300-1 1.700-2.600 1-4.700 2.200-2.100-1.200-3.700-.5-4.700-2.200-.9-.3-2.300 0-3.300-1.300 1.600-.5 3-1.600 3.500-3.800l-2-1.200z"
      />
    ),
  },
}
