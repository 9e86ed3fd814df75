import { createContext } from 'react-router'
import type { PublicData } from './public-data.ts'

export const publicDataContext = createContext<PublicData>()
export const scriptNonceContext = createContext<string>()
