/** Side of a window and standard deviation of its weights, pixels; stability constants of 8-bit pictures. */
const WINDOW = 11;
const SIGMA = 1.5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
/** Distance of the first and last windows' centres from the edges of the picture, pixels. */
export const MARGIN = (WINDOW - 1) / 2;

/** Brightness of each pixel, row by row. */
export interface Gray {
  readonly width: number;
  readonly height: number;
  /** 0 to 255. */
  readonly values: Float64Array;
}

const WEIGHTS = gaussian();

function gaussian(): readonly number[] {
  const weights = Array.from({ length: WINDOW }, (_, k) => Math.exp(-((k - MARGIN) ** 2) / (2 * SIGMA ** 2)));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / sum);
}

/** Luma of Rec. 601. */
export function toGray(width: number, height: number, rgba: ArrayLike<number>): Gray {
  const values = Float64Array.from(
    { length: width * height },
    (_, k) => 0.299 * rgba[k * 4] + 0.587 * rgba[k * 4 + 1] + 0.114 * rgba[k * 4 + 2],
  );
  return { width, height, values };
}

/**
 * Structural similarity of two pictures of one size around each pixel, after Wang, Bovik, Sheikh and Simoncelli, "Image
 * quality assessment: from error visibility to structural similarity", 2004: 1 where they are equal. Windows that
 * the edges cut are left out, so it is smaller by twice the {@link MARGIN}. Pictures are not scaled down before.
 */
export function similarity(a: Gray, b: Gray): Gray {
  const product = (one: Gray, other: Gray): Gray => ({
    ...one,
    values: one.values.map((value, k) => value * other.values[k]),
  });
  const meanA = blur(a);
  const { values: meansB } = blur(b);
  const { values: squaresA } = blur(product(a, a));
  const { values: squaresB } = blur(product(b, b));
  const { values: products } = blur(product(a, b));
  const values = meanA.values.map((mean, k) => {
    const other = meansB[k];
    const variances = squaresA[k] - mean ** 2 + squaresB[k] - other ** 2;
    const covariance = products[k] - mean * other;
    return (
      ((2 * mean * other + C1) * (2 * covariance + C2)) / ((mean ** 2 + other ** 2 + C1) * (variances + C2))
    );
  });
  return { ...meanA, values };
}

/** Weighted mean of the window around each pixel. */
function blur(picture: Gray): Gray {
  return blurColumns(blurRows(picture));
}

function blurRows({ width, height, values }: Gray): Gray {
  const narrow = width - 2 * MARGIN;
  const blurred = new Float64Array(narrow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < narrow; x++) {
      for (let k = 0; k < WINDOW; k++) blurred[y * narrow + x] += WEIGHTS[k] * values[y * width + x + k];
    }
  }
  return { width: narrow, height, values: blurred };
}

function blurColumns({ width, height, values }: Gray): Gray {
  const low = height - 2 * MARGIN;
  const blurred = new Float64Array(width * low);
  for (let k = 0; k < WINDOW; k++) {
    for (let o = 0; o < blurred.length; o++) blurred[o] += WEIGHTS[k] * values[o + k * width];
  }
  return { width, height: low, values: blurred };
}
