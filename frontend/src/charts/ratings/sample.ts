/** Seven ratings of three configurations: one leads most often, one is balanced, one lags alone. */
import { sampleOf } from "../sample";
import { ratings } from "./definition";
import type { RatingsData } from "./option";

export const RATINGS_SAMPLE: RatingsData = {
  ratings: 7,
  bars: [
    { name: "Controller with 512 MB of cache", leads: 4, lags: 1 },
    { name: "Controller with 256 MB of cache", leads: 2, lags: 2 },
    { name: "Controller without a cache", leads: 0, lags: 5 },
  ],
};

export const samples = [sampleOf(ratings, () => RATINGS_SAMPLE)];
