import type { Bucket, Character } from '../../protocol/index.js';

/** The traits of a character that recipe format 1 draws at random, and format 2 deals by place. */
export interface Look extends Pick<Character, 'body_id' | 'face_id' | 'hair_id' | 'garment_hsl' | 'phase'> {
  bucket: Bucket;
}
